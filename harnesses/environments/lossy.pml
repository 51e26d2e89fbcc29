/* A message arrives, or it is lost. */
active proctype $name()
{	$declare
end:	do
	:: $from?$message ->
		if
		:: $to!$message
		:: $limited /* lost */
		fi
	od
}
