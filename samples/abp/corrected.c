/*
 * The alternating bit protocol, corrected: a message is sent again until it is
 * acknowledged, and the next one is fetched only then.
 */

typedef struct Buffer {
	int size;		/* current size of buffer */
	char *cont;		/* buffer contents */
} Buffer;

extern int get_data(Buffer *);
extern int put_data(Buffer *);
extern int send(Buffer *, int);
extern int recv(Buffer *, short *);

void
abp_sender(void)
{	Buffer Bufinp, Bufout;
	short s, S = 0;

	while (get_data(&Bufout))
	{	for (;;)
		{	send(&Bufout, S);
			if (!recv(&Bufinp, &s))
				continue;	/* nothing came in time: once more */
			if (s == S)
				break;
		}
		S = 1 - S;
	}
}

void
abp_receiver(void)
{	Buffer Bufinp, Bufout;
	short s, E = 0;

	while (recv(&Bufinp, &s))
	{	if (s == E)
		{	E = 1 - E;
			put_data(&Bufinp);
		}
		send(&Bufout, s);
	}
}
