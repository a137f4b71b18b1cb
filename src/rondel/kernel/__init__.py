"""Rule compiler: records, the `@rule` decorator, the compile cache and drivers for CPU and GPU."""
