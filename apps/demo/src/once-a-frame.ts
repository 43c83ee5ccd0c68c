/** Returns what requests `draw` for the next frame of the screen: once, however often it is called before. */
export function onceAFrame(draw: (now: number) => void): () => void {
  let isRequested = false;
  return () => {
    if (isRequested) return;
    isRequested = true;
    requestAnimationFrame((now) => {
      isRequested = false;
      draw(now);
    });
  };
}
