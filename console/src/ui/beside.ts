/** Where a pointer is beside a dialog. */

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Whether a point is outside a box. The scroll bar of a dialog belongs to it, but is not one of its elements. */
export function isBeside({ clientX, clientY }: { clientX: number; clientY: number }, box: Box): boolean {
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
