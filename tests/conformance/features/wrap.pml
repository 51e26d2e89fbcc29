/* Numbers wrap silently. */
byte b = 255;
short s = 32767;
int i = 2147483647;
unsigned u : 3 = 7;
pid q = 255;
active proctype p() { b++; s++; i++; u++; q++; assert(b == 0 && s == -32768 && i < 0 && u == 0 && q == 0); b--; u--; assert(b == 255 && u == 7) }
