/* A message arrives once, or twice. */
active proctype $name()
{	$declare
end:	do
	:: $from?$message ->
		$to!$message;
		if
		:: skip
		:: $limited;
			$to!$message /* once more */
		fi
	od
}
