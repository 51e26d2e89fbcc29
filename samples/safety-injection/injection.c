/* A safety injection system: it injects coolant into a reactor when the water pressure falls too low. */

#include <stdbool.h>
#include <stdio.h>

#define LOW 5     /* water pressure from which on Pressure is permitted ... */
#define PERMIT 15 /* ... and from which on it is high */

enum pressure { TooLow, Permitted, High };

/* What is watched. */
bool Block, Reset, Exit;
int WaterPres;
bool buttonBPressed, buttonRPressed, buttonEPressed;

/* What is controlled, and what is known. */
bool Injection, Overridden;
enum pressure Pressure;

static void initialize(void)
{
    WaterPres = 4;
    Pressure = TooLow;
    Overridden = 0;
    Injection = 0;
    Block = 0;
    Reset = 0;
    buttonBPressed = 0;
    buttonRPressed = 0;
    buttonEPressed = 0;
}

/* 1, 2, 3: the buttons for block, reset and exit; a button is pressed, and comes out when it is pressed again. */
static void get_event(int event)
{
    if (event == 1) {
        if (buttonBPressed == 0) {
            Block = 0;
            buttonBPressed = 1;
        } else {
            Block = 1;
            buttonBPressed = 0;
        }
    }
    if (event == 2) {
        if (buttonRPressed == 0) {
            Reset = 0;
            buttonRPressed = 1;
        } else {
            Reset = 1;
            buttonRPressed = 0;
        }
    }
    if (event == 3) {
        if (buttonEPressed == 0) {
            Exit = 0;
            buttonEPressed = 1;
        } else {
            Exit = 1;
            buttonEPressed = 0;
        }
    }
}

static void get_mode(void)
{
    if (Pressure == TooLow) {
        if (WaterPres >= LOW)
            Pressure = Permitted;
    }
    if (Pressure == Permitted) {
        if (WaterPres >= PERMIT)
            Pressure = High;
        if (WaterPres < LOW)
            Pressure = TooLow;
    }
    if (Pressure == High) {
        if (WaterPres < PERMIT)
            Pressure = Permitted;
    }
}

static void get_term(void)
{
#ifdef REPAIRED
    if (Reset == 1)
        Overridden = 0;
#endif
    if (Reset == 0 && Pressure == TooLow)
        if (Block == 1)
            Overridden = 1;
    if (Pressure == Permitted && Reset == 0)
        if (Block == 1)
            Overridden = 1;
    if (Pressure == High)
        Overridden = 0;
}

static void get_control(void)
{
    if (Overridden == 0)
        Injection = 1;
    if (Pressure == High)
        Injection = 0;
    if (Pressure == Permitted)
        Injection = 0;
    if (Pressure == TooLow && Overridden == 1)
        Injection = 0;
}

int main(void)
{
    int event;

    initialize();
    while (1) {
    cycle:
        scanf("%d", &WaterPres);
        scanf("%d", &event);
        get_event(event);
        get_mode();
        get_term();
        get_control();
    }
}
