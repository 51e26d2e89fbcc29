/* expect: assert */
/* SV-COMP reorder: two writes seen apart, threads on the heap */
extern void abort(void);
#include <assert.h>
void reach_error() {
    assert(0);
}

#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static int iSet = 2, iCheck = 2;
static int a = 0, b = 0;
void *setThread(void *param) {
    a = 1;
    b = -1;
    return NULL;
}

void *checkThread(void *param) {
    if (!((a == 0 && b == 0) || (a == 1 && b == -1))) {
        fprintf(stderr, "Bug found!\n");
        ERROR: {
            reach_error();
            abort();
        }
    }
    return NULL;
}

int main(int argc, char *argv[]) {
    int i, err;
    if (argc != 1) {
        if (argc != 3) {
            exit(-1);
        } else {
            sscanf(argv[1], "%d", &iSet);
            sscanf(argv[2], "%d", &iCheck);
        }
    }
    pthread_t setPool[iSet];
    pthread_t checkPool[iCheck];
    for (i = 0; i < iSet; i++) if (0 != (err = pthread_create(&setPool[i], NULL, &setThread, NULL))) exit(-1);
    for (i = 0; i < iCheck; i++) if (0 != (err = pthread_create(&checkPool[i], NULL, &checkThread, NULL))) exit(-1);
    for (i = 0; i < iSet; i++) if (0 != (err = pthread_join(setPool[i], NULL))) exit(-1);
    for (i = 0; i < iCheck; i++) if (0 != (err = pthread_join(checkPool[i], NULL))) exit(-1);
    return 0;
}
