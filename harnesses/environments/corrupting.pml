/* A message arrives as it is, or with another value in one field. */
active proctype $name()
{	$declare
end:	do
	:: $from?$message ->
		if
		:: skip
		$corrupted
		fi;
		$to!$message
	od
}
