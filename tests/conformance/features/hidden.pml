/* A hidden variable is not part of the state. */
hidden byte h;
byte x;
active proctype p() { do :: h = 1; x = 1 - x :: h = 2 od }
