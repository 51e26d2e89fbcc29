/* A message arrives at once, or it is held back while later ones overtake it. */
active proctype $name()
{	chan held = [$window] of { $of };
	$declare
end:	do
	:: $from?$message ->
		if
		:: $to!$message
		:: held!$message /* held back */
		fi
	:: held?$message -> $to!$message
	od
}
