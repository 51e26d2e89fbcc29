/* As Modex prints a function: every statement of C one step on data of C. */
c_state "int i" "Local worker" "0"
c_state "int shared" "Global" "0"
c_decl { extern int bound; }
c_code { int bound = 2; }
active [2] proctype worker() {
	c_code { Pworker->i = 0; };
	do
	:: c_expr { (Pworker->i < 2) };
		c_code { now.shared = (now.shared + 1); };
		c_code { Pworker->i++; };
	:: !c_expr { (Pworker->i < 2) } -> break
	od;
	if
	:: c_expr { now.shared == 4 }
	:: !c_expr { now.shared == 4 }
	fi
}
