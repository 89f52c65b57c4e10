/** Keyboard scrolling for an overflowing box, opened at the current name. */
import { useEffect, useRef, useState } from "react";

function showCurrent(box: HTMLElement): void {
  const current = box.querySelector("[aria-current]");
  if (current === null) return;
  const [inner, outer] = [current.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  box.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2);
}

function isLarger({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}

export function useScrollBox(label: string, current: string | null) {
  const box = useRef<HTMLDivElement>(null);
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setIsScrolled(isLarger(element));
    measure();
    if (current !== null) showCurrent(element);
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [current]);
  const region = isScrolled ? { tabIndex: 0, role: "region", "aria-label": label } : {};
  return { box, region };
}
