"""HTTP and WebSocket edge: connections, hosts, origins, metrics."""
