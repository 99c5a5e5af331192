/** Where phones reach this machine. */
import { networkInterfaces } from "node:os";

/** Names of interfaces that lead to containers and virtual machines of this machine, and to no phone. */
const INNER = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|lxc|cni|flannel)/;

/** Whether something that listens on this address is reached from other machines. */
const isEverywhere = (host: string): boolean => host === "0.0.0.0" || host === "::";

const written = (host: string, port: number): string => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The addresses of a room for phones, the likeliest first. Without a network, that of this machine for itself. */
export function phoneAddresses(host: string, port: number): string[] {
  if (!isEverywhere(host)) return [written(host, port)];
  const found = Object.entries(networkInterfaces()).flatMap(([name, all = []]) =>
    all
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .map(({ address }) => ({ address, inner: INNER.test(name) })),
  );
  const outer = found.filter(({ inner }) => !inner);
  const chosen = outer.length > 0 ? outer : found;
  if (chosen.length === 0) return [written("127.0.0.1", port)];
  return chosen.map(({ address }) => written(address, port));
}

/** The address of a room for whoever sits at this machine. */
export const ownAddress = (host: string, port: number): string =>
  written(isEverywhere(host) ? "127.0.0.1" : host, port);
