/* Layout that a pragma asks for. */
struct plain { char c; int i; };
#pragma pack(push, 1)
struct packed { char c; int i; };
#pragma pack(2)
struct two { char c; int i; } variable;
#pragma pack(pop)
struct again { char c; int i; };
