import { Grid } from '@pf/grid';

/** A grid of a picture, a pixel a cell: dark or transparent ones are walls. A picture of more than `most` pixels a side is scaled down. */
export async function readPicture(file: Blob, most: number): Promise<Grid> {
  const picture = await createImageBitmap(file).catch((error: unknown) => {
    throw new Error('The browser cannot read this picture.', { cause: error });
  });
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(scale * side)));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas to read the picture with.');
  context.drawImage(picture, 0, 0, width, height);
  return Grid.fromRgba(context.getImageData(0, 0, width, height), { corners: 'never' });
}
