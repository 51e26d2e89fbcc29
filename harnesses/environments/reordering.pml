/* A message arrives at once, or it is held back while later ones overtake it. */
active proctype $name()
{	chan held = [$window] of { $of };
	$declare
end:	do
	:: $from?$message ->	/* a message comes in */
		if
		:: $to!$message	/* it is passed on */
		:: held!$message	/* it is held back */
		fi
	:: held?$message ->	/* one that was held back goes on */
		$to!$message		/* it is passed on */
	od
}
