/* A process may die while another waits to shake hands with it. */
chan c = [0] of { byte };
active proctype p() { if :: c?_ :: skip fi }
active proctype q() { c!1 }
