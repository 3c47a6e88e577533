/** Icons, drawn here: 16 by 16, one stroke. */
import type { SVGProps } from "react";

const PATHS = {
  today:
    "M8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M12.2 3.8l-1.4 1.4M5.2 10.8l-1.4 1.4M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z",
  calendar: "M3 4.5h10v9H3zM3 7.5h10M5.5 2.5v3M10.5 2.5v3",
  activity: "M1.5 8.5h3l2-5.5 3 10 2-4.5h3",
  explore: "M2 13.5h12M2.5 11l3.5-4 3 2.5L13.5 4",
  import: "M8 2.5v7.5M5 7l3 3 3-3M2.5 11v2.5h11V11",
  export: "M8 10V2.5M5 5.5l3-3 3 3M2.5 11v2.5h11V11",
  device: "M5 4.5h6v7H5zM6 4.5V2h4v2.5M6 11.5V14h4v-2.5M8 7v1.5H9",
  lock: "M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  key: "M9 7a3 3 0 1 1 0 .01M6.3 8.2 2 12.5V14h2v-1.5h1.5V11l2-1.2",
  proof: "M8 1.8 13 4v4c0 3-2.2 5.2-5 6.2C5.200 13.200 3 11 3 8V4zM5.800 8l1.600 1.600 3-3.200",
  market: "M2.500 6 3.500 2.500h9L13.500 6M2.500 6v7.500h11V6M2.500 6h11M6.500 13.500v-4h3v4",
  data: "M3 4c0-1 2.200-1.800 5-1.800S13 3 13 4v8c0 1-2.200 1.800-5 1.800S3 13 3 12zM3 4c0 1 2.200 1.800 5 1.800S13 5 13 4M3 8c0 1 2.200 1.800 5 1.800S13 9 13 8",
  agent: "M3 5.500h10v7H3zM8 5.500V3M6.300 8.500v1M9.700 8.500v1M1.500 8v2M14.500 8v2",
  account:
    "M8 8a2.700 2.700 0 1 0 0-5.400A2.700 2.700 0 0 0 8 8ZM3 13.500c.6-2.300 2.500-3.500 5-3.500s4.400 1.200 5 3.500",
  admin:
    "M8 5.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400ZM8 2v1.800M8 12.200V14M2 8h1.800M12.200 8H14M3.800 3.800l1.200 1.200M11 11l1.200 1.200M12.200 3.800 11 5M5 11l-1.200 1.200",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM10.300 10.300 14 14",
  menu: "M2.500 4.500h11M2.500 8h11M2.500 11.500h11",
  more: "M3.500 8h.01M8 8h.01M12.500 8h.01",
  close: "M3.500 3.500l9 9M12.500 3.500l-9 9",
  check: "M3 8.500 6.500 12 13 4.500",
  warning: "M8 2.500 14.500 13.500h-13zM8 6.500v3M8 11.500v.01",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.300V11M8 5v.01",
  chevron: "M6 3.500 10.500 8 6 12.500",
  down: "M3.500 6 8 10.500 12.500 6",
  back: "M10 3.500 5.500 8 10 12.500",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  trash: "M2.500 4.500h11M6 4.500v-2h4v2M4 4.500l.6 9h6.800l.6-9M6.700 7v4M9.300 7v4",
  undo: "M5.500 3 2.500 6l3 3M2.500 6H10a3.500 3.500 0 0 1 0 7H6",
  filter: "M2 3.500h12L9.500 9v4.500l-3-1.500V9z",
  heart: "M8 13.500C3.500 10.500 2 8.300 2 6a3 3 0 0 1 6-1 3 3 0 0 1 6 1c0 2.300-1.500 4.500-6 7.500Z",
  bolt: "M9 1.800 3.500 9H8l-1 5.200L12.500 7H8z",
  moon: "M13.500 9.500A5.800 5.800 0 0 1 6.500 2.500a5.800 5.800 0 1 0 7 7Z",
  sun: "M8 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1.100 1.100M11.500 11.500l1.100 1.100M12.600 3.400l-1.100 1.100M4.500 11.500l-1.100 1.100",
  route:
    "M4 13.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM12 5.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM5.500 12H10a2 2 0 0 0 0-4H6a2 2 0 0 1 0-4h4.500",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.500V8l2.500 1.500",
  signout: "M6.500 2.500h-4v11h4M10 5l3 3-3 3M13 8H6",
  external: "M6 3H3v10h10v-3M9 2.500h4.500V7M13.500 2.500 7.500 8.500",
  eye: "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  file: "M4 1.800h5L12.500 5v9.200H4zM9 1.800V5h3.500",
} as const;

export type IconName = keyof typeof PATHS;

interface Props extends SVGProps<SVGSVGElement> {
  name: IconName;
  size?: number;
}

/** An icon. It says nothing to a screen reader: its button or its neighbour has the text. */
export function Icon({ name, size = 16, ...rest }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2.2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
