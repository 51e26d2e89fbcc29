/* Takes finished requests off the write list of a device, one after the other. */

struct request {
    int status;
    struct request *nxt;
};

struct device_extension {
    int writeListLock;
    struct request *WriteListHeadVa;
};

void lock(int *);
void unlock(int *);

int take_finished(struct device_extension *devExt)
{
    int nPackets = 0, nPacketsOld;
    struct request *request;

    do {
        lock(&devExt->writeListLock);
        nPacketsOld = nPackets;
        request = devExt->WriteListHeadVa;
        if (request && request->status) {
            devExt->WriteListHeadVa = request->nxt;
            unlock(&devExt->writeListLock);
            /* ... */
            nPackets++;
        }
    } while (nPackets != nPacketsOld);
    unlock(&devExt->writeListLock);
    return nPackets;
}
