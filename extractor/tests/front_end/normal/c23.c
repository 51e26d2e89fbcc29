/* Words that became keywords with C23, as keywords. */
constexpr int size = 3;
static_assert(size == 3);
thread_local bool ready = true;
alignas(8) char aligned[alignof(int)];
void *nothing = nullptr;
typeof_unqual(size) other;
int f(int, [[maybe_unused]] int n) { auto x = n; return ready == false ? x : 0; }
enum narrow : unsigned char { ONE = 1 };
