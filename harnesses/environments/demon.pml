/* Answers any request, with any of the answers. */
active proctype $name()
{	$declare
end:	do
	:: $requests?$message ->
		if
		$answered
		fi
	od
}
