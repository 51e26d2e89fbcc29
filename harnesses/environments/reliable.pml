/* Every message arrives, in order, some time after it was sent. */
active proctype $name()
{	$declare
end:	do
	:: $from?$message ->		/* a message comes in */
		$to!$message		/* it is passed on */
	od
}
