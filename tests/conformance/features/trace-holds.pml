/* A trace assertion over sends and receives that holds. */
chan c = [1] of { mtype };
mtype = { ping, pong };
active proctype p() { do :: c!ping; c!pong od }
active proctype q() { do :: c?_ od }
trace { do :: c!ping; c?ping; c!pong; c?pong od }
