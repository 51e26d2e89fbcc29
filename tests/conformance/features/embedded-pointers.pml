/* Pointers into data of C that is tracked. */
c_decl {
	struct node { struct node *next; int value; };
	struct node nodes[3];
	struct node *head;
}
c_track "nodes" "sizeof(nodes)"
c_track "&head" "sizeof(struct node *)"
byte sum;
active [3] proctype p() {
	c_code { nodes[Pp->_pid].value = Pp->_pid + 1; };
	c_code { nodes[Pp->_pid].next = head; head = &nodes[Pp->_pid]; };
	c_code { struct node *n; now.sum = 0; for (n = head; n; n = n->next) now.sum += n->value; }
}
