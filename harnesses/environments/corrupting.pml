/* A message arrives as it is, or with another value in one field. */
active proctype $name()
{	$declare
end:	do
	:: $from?$message ->	/* a message comes in */
		if
		:: skip		/* it stays as it is */
		$corrupted
		fi;
		$to!$message		/* it is passed on */
	od
}
