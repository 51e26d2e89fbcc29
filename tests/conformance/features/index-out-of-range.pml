/* An index out of range is an error. */
byte a[2], i;
active proctype p() { do :: i < 3 -> a[i] = 1; i++ od }
