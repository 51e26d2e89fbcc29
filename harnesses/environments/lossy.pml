/* A message arrives, or it is lost. */
active proctype $name()
{	$declare
end:	do
	:: $from?$message ->	/* a message comes in */
		if
		:: $to!$message	/* it is passed on */
		:: $limited	/* it is lost */
		fi
	od
}
