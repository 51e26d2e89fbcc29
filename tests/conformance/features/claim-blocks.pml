/* Where the claim cannot move the search goes no further. */
byte x;
active proctype p() { do :: x < 5 -> x++ :: else -> break od }
never { do :: x < 3 od }
