/* Blocks next to each other may use one name for different variables. */
byte g;
active [2] proctype p() {
  { byte y = 5; g = y };
  { int y[2]; y[1] = g; g = y[0] };
  if
  :: { bit y = 1; g = y }
  :: { short y = -2; g = g + y }
  fi;
  g = 0
}
