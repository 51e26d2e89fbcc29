/* Blocks of memory. */
c_decl { char from[8] = "abcdefg"; char into[8]; }
c_track "into" "sizeof(into)"
c_track "from" "8"
byte i;
active [2] proctype p() {
	c_code { memcpy(into + Pp->_pid, from, 4); };
	c_code { memset(into, 'x', 2); now.i = into[2]; }
}
