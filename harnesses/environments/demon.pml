/* Answers any request, with any of the answers. */
active proctype $name()
{	$declare
end:	do
	:: $requests?$message ->	/* a request comes in */
		if
		$answered
		fi
	od
}
