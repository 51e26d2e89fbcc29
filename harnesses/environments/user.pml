/* Sends events at any time, in any order. */
active proctype $name()
{	$declare
end:	do
	$sent
	od
}
