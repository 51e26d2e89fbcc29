int x = $;
int y = 3 ° 4;
int z = `;
active proctype p() {
	x = \ 3;
	y = 4
}
