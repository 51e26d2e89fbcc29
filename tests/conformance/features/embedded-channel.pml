/* C code beside channels. */
chan q = [2] of { byte };
byte got;
active proctype sender() { byte i; do :: i < 3 -> q!i; c_code { Psender->i++; } :: else -> break od }
active proctype receiver() { byte x; do :: q?x -> c_code { now.got += Preceiver->x; } :: got == 3 -> break od }
