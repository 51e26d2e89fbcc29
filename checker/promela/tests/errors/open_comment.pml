int x; /* this comment
active proctype p() { skip }
