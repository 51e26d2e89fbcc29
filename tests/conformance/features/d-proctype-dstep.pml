/* A second option that is a d_step is no error in a D_proctype. */
mtype = { ack };
mtype m;
active D_proctype p() { if :: m = ack :: d_step { skip } fi }
