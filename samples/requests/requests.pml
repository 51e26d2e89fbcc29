/* A client asks, a server answers. Nothing breaks. */

bool request, answer, broken;

active proctype client()
{
	do
	:: !request && !answer -> request = true
	:: answer -> answer = false
	od
}

active proctype server()
{
	do
	:: request -> atomic { request = false; answer = true }
	od
}

ltl answered { [](request -> <>answer) }
ltl at_start { request -> <>answer }
ltl repaired { [](broken -> <>!broken) }
ltl exclusive { [](!(request && answer)) }
ltl patient { [](request -> (request U answer)) }
