/* Once it is started it expires at some time, unless it is stopped before. */
active proctype $name()
{	$declare
end_idle:
	$start?$message;	/* the timer is started */
end_running:
	if
	:: $start?$message -> goto end_running	/* the timer is started again */
	$stopped
	:: $expire!$signal -> goto end_idle	/* the timer expires */
	fi
}
