/* Once it is started it expires at some time, unless it is stopped before. */
active proctype $name()
{	$declare
end_idle:
	$start?$message;
end_running:
	if
	:: $start?$message -> goto end_running
	$stopped
	:: $expire!$signal -> goto end_idle
	fi
}
