/* phil.c : dining philosophers (version without loops) */

#include <stdio.h>
#include <sys/types.h>
#include <sys/ipc.h>
#include <sys/sem.h>

#define N 2

philosopher(i,semid)
    int i, semid;
{
    printf("philosopher %d thinks\n",i);
    semwait(semid,i,1);          /* take left fork */
    semwait(semid,(i+1)%N,1);   /* take right fork */
    printf("philosopher %d eats\n",i);
    semsignal(semid,i,1);       /* release left fork */
    semsignal(semid,(i+1)%N,1); /* release right fork */
    exit(0);
}

main()
{
    int semid, i, pid;

    semid = semget(IPC_PRIVATE,N,0600);

    for(i=0;i<N;i++)
        semsetval(semid,i,1);
    for(i=0;i<(N-1);i++) {
        if((pid=fork()) == 0)
            philosopher(i,semid);
    };
    philosopher(i,semid);
}
