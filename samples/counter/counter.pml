/* Starts both, and looks at the counter when they are done. */
#include "careful.spn"
#include "careless.spn"

init
{
	atomic { run careful(); run careless() };
	(_nr_pr == 1) -> assert(counter == 2)
}
