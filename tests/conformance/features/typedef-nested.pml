/* Structures in structures, in arrays. */
typedef In { byte a[2]; bit f };
typedef Out { In x[2]; short s; In y };
Out o[2];
active proctype p() { byte i = 1; o[i].x[i].a[i] = 5; o[0].y.f = 1; o[i].s = o[i].x[1].a[1] - 6; assert(o[1].s == -1 && o[0].x[1].a[1] == 0) }
