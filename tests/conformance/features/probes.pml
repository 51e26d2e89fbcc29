/* `len`, `full`, `empty`, `nfull` and `nempty`. */
chan c = [2] of { bit };
byte n;
active proctype p() { do :: nfull(c) -> c!1 :: full(c) -> break od }
active proctype q() { do :: nempty(c) -> c?_ :: empty(c) && len(c) == 0 -> n++; if :: n == 2 -> break :: else fi od }
