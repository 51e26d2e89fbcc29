active proctype p() {
	x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ;
	x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ; x = ;
}
