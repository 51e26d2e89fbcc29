/* A message arrives once, or twice. */
active proctype $name()
{	$declare
end:	do
	:: $from?$message ->	/* a message comes in */
		$to!$message;		/* it is passed on */
		if
		:: skip		/* once */
		:: $limited;		/* it is doubled */
			$to!$message	/* it is passed on once more */
		fi
	od
}
