/* A channel outlives a message that names it, but not its process. */
chan c = [1] of { chan };
proctype p() { chan mine = [1] of { byte }; c!mine; mine!1 }
active proctype q() { chan got; run p(); c?got; got?1; (_nr_pr == 1) }
