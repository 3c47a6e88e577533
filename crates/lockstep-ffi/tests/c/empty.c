/* Shows whether the compiler can make a program with the flags of a test. */

int main(void) {
  return 0;
}
